"""Runs submitted code inside Pyodide, one example at a time. This file evaluates to the function that does it."""


def make_runner():
    import builtins
    import gc
    import io
    import json
    import os
    import random
    import sys
    import time
    import traceback
    import types

    # Submitted code may change or close any of these. They are restored before the next example.
    loads, dumps = json.loads, json.dumps
    names = vars(builtins)
    own_names = names.copy()
    descriptors = [os.dup(number) for number in range(3)]
    depth = sys.getrecursionlimit()

    seal, write, (renew_asyncio, finished) = make_wall(), make_writer(), make_asyncio()

    # The names that solutions usually expect if they consist of a function only.
    given = {}
    exec(
        "import bisect, collections, copy, functools, heapq, itertools, math, operator, random, re, string, sys\n"
        "from typing import *\n"
        "from bisect import bisect_left, bisect_right, insort\n"
        "from collections import Counter, OrderedDict, defaultdict, deque\n"
        "from functools import cache, lru_cache, reduce\n"
        "from heapq import heapify, heappop, heappush, heappushpop, heapreplace, nlargest, nsmallest\n"
        "from itertools import accumulate, chain, combinations, count, groupby, permutations, product\n"
        "from math import ceil, comb, floor, gcd, inf, lcm, sqrt\n",
        given,
    )
    del given["__builtins__"]

    # The clock stands still, so a wait would never end.
    time.sleep = lambda seconds, /: None

    def renew():
        names.clear()
        names.update(own_names)
        for number, kept in enumerate(descriptors):
            os.dup2(kept, number)
        sys.setrecursionlimit(depth)
        random.seed(1)
        sys.argv = ["solution.py"]
        sys.stdin, sys.stdout, sys.stderr = stream(0), stream(1), stream(2)
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
        renew_asyncio()
        # It refuses to start again if the previous example left it running.
        if "fileinput" in sys.modules:
            sys.modules["fileinput"]._state = None

    def stream(number):
        name, mode = ("<stdin>", "<stdout>", "<stderr>")[number], "w" if number else "r"
        file = io.FileIO(number, mode, closefd=False)
        file.name = name
        if number == 0:
            text = io.TextIOWrapper(io.BufferedReader(file), encoding="utf-8", errors="replace")
        else:
            text = io.TextIOWrapper(io.BufferedWriter(file), encoding="utf-8", errors="backslashreplace", newline="\n")
        text.mode = mode
        return text

    def only_function(space):
        """The only function that the code declares; None if there are several."""
        found = {}
        for value in space.values():
            if isinstance(value, type):
                continue
            inner = getattr(value, "__wrapped__", value)
            if isinstance(inner, types.FunctionType) and inner.__code__.co_filename == "solution.py":
                found[id(value)] = value
        return next(iter(found.values())) if len(found) == 1 else None

    def only_method(solution, made):
        names = [name for name, value in vars(solution).items() if not name.startswith("__") and not isinstance(value, type)]
        methods = [method for method in (getattr(made, name, None) for name in names) if callable(method)]
        return methods[0] if len(methods) == 1 else None

    def find(space, name, or_only):
        found = space.get(name)
        if callable(found) and name not in given:
            return found
        solution = space.get("Solution")
        if isinstance(solution, type):
            made = solution()
            method = getattr(made, name, None) or (only_method(solution, made) if or_only else None)
            if callable(method):
                return method
        if or_only:
            only = only_function(space)
            if only is not None:
                return only
            raise NameError(
                f"There is no function {name}. Declare exactly one function, or name the one that is to be called {name}."
            )
        raise NameError(f"There is no function {name}, and no class Solution with a method of this name.")

    def described(error):
        try:
            # The message of Pyodide suggests loading its time zone data, which is not possible here.
            text, advice, _ = str(error).partition("On Pyodide you must")
            text = text.strip('" \\n') if advice else text
        except BaseException:
            text = ""
        frames = [
            f"\n  {frame.f_code.co_name} (solution.py:{line})"
            for frame, line in traceback.walk_tb(error.__traceback__)
            if frame.f_code.co_filename == "solution.py"
        ]
        return f"{type(error).__name__}: {text}"[:1500] + "".join(frames[-5:][::-1])

    def perform(code, call):
        module = types.ModuleType("__main__")
        space = module.__dict__
        if call:
            space.update(given)
        space["__builtins__"] = builtins
        sys.modules["__main__"] = module
        exec(compile(code, "solution.py", "exec"), space)
        if not call:
            return None
        args = [loads(value) for value in call["args"]]
        result = finished(find(space, call["name"], call["or_only"])(*args))
        changed = call.get("changed")
        return write(args[changed] if result is None and changed is not None else result)

    def run(text):
        if text == "":
            seal()
            return ""
        job = loads(text)
        answer = {"value": None, "kind": None, "message": ""}
        renew()
        try:
            answer["value"] = perform(job["code"], job["call"])
        except SystemExit as error:
            if error.code not in (None, 0):
                answer.update(kind="error", message=f"It ended with code {error.code!s:.100}.")
        except MemoryError:
            answer["kind"] = "memory"
        except BaseException as error:
            answer.update(kind="error", message=described(error))
        for out in (sys.stdout, sys.stderr):
            try:
                out.flush()
            except BaseException:
                pass
        sys.modules.pop("__main__", None)
        gc.collect()
        return dumps(answer)

    return run


make_runner()
