/** The most bytes of a name. A path may have 260 characters on Windows, with the folder into which the export is unpacked. */
const MOST_BYTES = 140;
/** Characters that a name cannot have on Windows, or anywhere. */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/gu;
/** Windows would leave them out, and then finds no such file. */
const END = /[. ]+$/;
/** Names of devices on Windows, whatever comes behind their first dot. The last three characters count as digits. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])(?=\s*(?:\.|$))/i;
const ENDING = /\.[A-Za-z0-9]{1,10}$/;

/** The name of a file as every system takes it. Its ending stays where it has to be shortened. */
export function nameInFolder(name: string): string {
  const safe = name.replaceAll(FORBIDDEN, '_').replace(END, '_').replace(DEVICE, '$&_');
  const [ending = ''] = ENDING.exec(safe) ?? [];
  const stem = cutAt(safe.slice(0, safe.length - ending.length), MOST_BYTES - ending.length);
  return ending === '' ? stem.replace(END, '_') || '_' : stem + ending;
}

/** As many characters from the beginning as fit into so many bytes. */
function cutAt(text: string, bytes: number): string {
  const characters = [...text];
  let [kept, size] = [0, 0];
  for (const character of characters) {
    size += Buffer.byteLength(character);
    if (size > bytes) break;
    kept += 1;
  }
  return characters.slice(0, kept).join('');
}
