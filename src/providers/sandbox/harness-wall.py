def make_wall():
    """Removes the ways from Python to the JavaScript around it. A program that looks for them finds nothing, as in any other Python."""
    import gc
    import sys
    import types

    hidden = frozenset(("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "_ctypes", "ctypes"))

    def audit(event, args):
        if event == "import":
            root = args[0].partition(".")[0]
            if root in hidden:
                raise ModuleNotFoundError(f"No module named {root!r}", name=root)
        elif event.startswith("ctypes."):
            raise PermissionError("There is no ctypes here.")

    def is_of_pyodide(finder):
        # Some finders are classes, and others are objects of a class.
        return any("pyodide" in getattr(one, "__module__", "") for one in (finder, type(finder)))

    # These finders search for modules of JavaScript and for packages of Pyodide.
    for finder in [one for one in sys.meta_path if is_of_pyodide(one)]:
        sys.meta_path.remove(finder)
        getattr(finder, "jsproxies", {}).clear()
    sys.addaudithook(audit)

    def forget_built_in():
        """The interpreter caches what it needs to create a built-in module again. Only the module for its own tests can clear that cache."""
        import _testinternalcapi as tests

        for name in ("_pyodide_core", "_testinternalcapi"):
            tests.clear_extension(name, name)
        del sys.modules["_testinternalcapi"]
        tests.__dict__.clear()

    def seal():
        """Removes the modules of Pyodide, which are no longer needed, and the JavaScript objects that they hold."""
        for name in [one for one in sys.modules if one.partition(".")[0] in hidden]:
            del sys.modules[name]
        forget_built_in()
        for holder in gc.get_objects():
            if type(holder) is types.ModuleType and holder.__name__.partition(".")[0] in hidden:
                holder.__dict__.clear()
            elif type(holder).__module__ == "_pyodide._importhook":
                vars(holder).clear()
            elif type(holder) is dict:
                for key in [key for key, value in holder.items() if type(type(value)).__name__ == "_JsProxyMetaClass"]:
                    holder[key] = None

    return seal
