"""A terminal coding agent, small enough to read in one sitting.

Read it in this order:

1. `messages`   what is sent to the model: the whole conversation, every round
2. `model`      what the model sends back, and how to talk to one in another process
3. `tools`      what the model may do: six tools on files and commands
4. `approval`, `limits`, `spin`   what keeps it in bounds
5. `events`     what a turn tells the outside world
6. `loop`       one turn: model call, tool calls, results, again
7. `plugin`     how a lab adds its tools, its sentence, its judgement and its panel
8. `render`, `screen`   events in, text out, to a terminal or a file
9. `cli`        puts the pieces together: `python -m mca`

`lab` finds a lab and `student` imports a student's files; neither is needed to follow the agent.
"""
