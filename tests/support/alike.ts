/**
 * A script that takes out of a page the rows that repeat the markup of others, and gives a function that puts them back. Of
 * rows that agree in everything by which axe-core judges (names of elements, classes, roles, states, styles, whether there is
 * a text or a name), both in themselves and in what they are part of, the first three stay. What axe-core finds in a hundred
 * rows of one kind, it finds in three, and the list of a year's tasks has hundreds of them.
 */
// It is a text, because these tests are checked without the types of a browser's globals.
export const TAKE_OUT_ALIKE = `(() => {
  const MOST = 3;
  // Nothing smaller is taken out: a link that stays must keep the text that is its name.
  const WHOLE = 'li, tr, section, article, details, [role="group"], svg g';
  // Of every other attribute only whether it is empty is compared: ids, addresses and names differ from row to row.
  const told = /^(class|role|style|type|hidden|open|disabled|tabindex|lang|dir|scope|colspan|rowspan|fill|stroke|opacity)$/;
  const states = /^aria-(hidden|pressed|checked|expanded|disabled|selected|current|sort|level|live|haspopup|invalid|required)$/;
  const numbers = new Map();
  const numberOf = (text) => numbers.get(text) ?? (numbers.set(text, numbers.size), numbers.size - 1);
  const own = (one) => one.localName + [...one.attributes].map(({ name, value }) =>
    ' ' + name + (told.test(name) || states.test(name) ? '=' + value : value.trim() === '' ? '=' : '')).join('');
  const kinds = new Map();
  const kindOf = (one) => {
    const inner = [...one.childNodes].map((node) =>
      node.nodeType === 1 ? kindOf(node) : node.nodeType === 3 && node.data.trim() !== '' ? 't' : '').join(',');
    const kind = numberOf(own(one) + '>' + inner);
    kinds.set(one, kind);
    return kind;
  };
  const seen = new Map();
  const out = [];
  const walk = (parent, place) => {
    for (const one of [...parent.children]) {
      const key = place + '/' + kinds.get(one);
      const times = (seen.get(key) ?? 0) + 1;
      seen.set(key, times);
      // A list without a single row would be another list.
      if (times > MOST && one.matches(WHOLE) && parent.children.length > 1) {
        out.push([parent, one, one.nextSibling]);
        one.remove();
      } else walk(one, numberOf(place + ' ' + own(one)));
    }
  };
  kindOf(document.body);
  walk(document.body, numberOf(''));
  // The page may have changed meanwhile.
  return () => { for (const [parent, one, next] of out.reverse()) parent.insertBefore(one, next?.parentNode === parent ? next : null); };
})()`;
