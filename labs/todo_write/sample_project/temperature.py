def to_fahrenheit(celsius):
    return celsius * 9 / 5 + 32


def rows(degrees):
    return [f"{celsius:g} C is {to_fahrenheit(celsius):g} F" for celsius in degrees]


for row in rows([0, 37, 100]):
    print(row)
