"""Calls a tool of Theodolite as an assistant does: ask_referee.py [TOOL [ARGUMENTS]].

It starts `theodolite mcp` and speaks the Model Context Protocol with it over standard input and
output. A real assistant gives the list of tools to its language model, which chooses a tool and
writes the arguments; here they are given.
"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

SERVER = StdioServerParameters(command="theodolite", args=["mcp", "--game", "misterra"])
TABLE = """\
beach: left
island: J.LS./JMLSS/..LMS/S.MM./SS..J
player Ann: JJ.../JM.../..L../...../..... claims D1
player Bo: ..LS./JJMSS/..MMS/S...J/.....
"""


async def main(tool: str = "scores", arguments: str = "") -> None:
    asked = json.loads(arguments) if arguments else {"game": "misterra", "snapshot": TABLE}
    async with stdio_client(SERVER) as streams, ClientSession(*streams) as assistant:
        await assistant.initialize()
        tools = {each.name: each for each in (await assistant.list_tools()).tools}
        if tool not in tools:
            sys.exit(f"There is no tool {tool}. Those there are: {', '.join(tools)}.")
        print(f"{len(tools)} tools. {tool}: {tools[tool].description}\n")
        answer = await assistant.call_tool(tool, asked)
        print("The request was refused:" if answer.isError else "The answer:")
        for part in answer.content:
            print(part.text)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
