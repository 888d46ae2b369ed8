/**
 * Python that escaped from its interpreter into the JavaScript around it, and allocated all available memory there: 2 GB, as
 * long as it was run in the process of the program. Its input says which kind. It needs no fault of Pyodide, which does not claim
 * to keep Python from JavaScript. Our harness does: the first line that makes the inner module is refused by now.
 */
export const ESCAPE = `import _imp
from importlib.machinery import BuiltinImporter

core = _imp.create_builtin(BuiltinImporter.find_spec("_pyodide_core"))
Bytes = core.to_js(b"abc").constructor
try:
    Bytes.constructor("1")
except BaseException as refused:
    Error = refused.js_error.constructor.__proto__

found = []

def prepare(error, frames):
    for frame in frames:
        this = frame.getThis()
        if this is not None and hasattr(this, "exports"):
            found.append(this)
    return ""

Error.prepareStackTrace = core.create_proxy(prepare)
Error.new("").stack
Memory = found[0].exports.memory.constructor
print(Memory, flush=True)

pages = Error.new("")
pages.initial = 1024
kind = input()
held = []
for _ in range(32):
    if kind == "memories":
        held.append(Memory.new(pages))
        Bytes.new(held[-1].buffer).fill(1)
    else:
        held.append(Bytes.new(64 * 1024 * 1024))
        held[-1].fill(1)
print("taken")
`;
