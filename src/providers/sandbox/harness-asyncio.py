def make_asyncio():
    """Returns the function that runs a coroutine, and the function that resets the state of asyncio."""
    import asyncio
    from asyncio import base_events, events, runners
    import signal

    class Loop(base_events.BaseEventLoop):
        """An event loop in virtual time: waiting takes no time, and what is due first runs first."""

        def __init__(self):
            super().__init__()
            self._now = 0.0
            self._selector = self

        def time(self):
            return self._now

        def select(self, timeout):
            """Called by the event loop if nothing can run before this many seconds have passed."""
            if timeout is None:
                raise RuntimeError("It waits for something that never happens.")
            self._now += timeout
            return []

        def _process_events(self, event_list):
            pass

        def _write_to_self(self):
            pass

        def run_in_executor(self, executor, func, *args):
            """There are no threads, so the work is done immediately."""
            future = self.create_future()
            try:
                future.set_result(func(*args))
            except StopIteration as error:
                future.set_exception(RuntimeError(str(error)))
            except Exception as error:
                future.set_exception(error)
            return future

        async def shutdown_default_executor(self, timeout=None):
            pass

    class Policy(events._BaseDefaultEventLoopPolicy):
        _loop_factory = Loop

    run, interrupted = runners.run, signal.default_int_handler
    # Pyodide has replaced these by functions of its own, which lead to JavaScript.
    asyncio.run = run
    asyncio.SelectorEventLoop = asyncio.EventLoop = Loop

    def renew():
        events._set_running_loop(None)
        events._set_event_loop_policy(Policy())
        signal.signal(signal.SIGINT, interrupted)

    async def collected(values):
        items = []
        async for value in values:
            items.append(value)
            if len(items) > 65536:
                break
        return items

    def finished(result):
        """Returns the result of a coroutine; any other value is returned unchanged."""
        if hasattr(result, "__aiter__") and hasattr(result, "__anext__"):
            result = collected(result)
        return run(result) if asyncio.iscoroutine(result) else result

    return renew, finished
