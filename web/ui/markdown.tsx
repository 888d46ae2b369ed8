import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { type ReactNode, useMemo } from 'react';
import styles from './markdown.module.css';
import textStyles from './text.module.css';

type Node = ReturnType<typeof fromMarkdown>['children'][number];
interface Parent {
  readonly children: readonly Node[];
}

/** HTML in the text is shown as text, and pictures are replaced by their description. */
export function Markdown({ text }: { text: string }) {
  const tree = useMemo(() => fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }), [text]);
  return <div className={styles.text}>{within(tree)}</div>;
}

const within = ({ children }: Parent): ReactNode => children.map((child, index) => shown(child, index));

/** Headings start at level 3, below the headings of the page. */
function shown(node: Node, key: number): ReactNode {
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value;
    case 'paragraph':
      return (
        <p key={key} dir="auto">
          {within(node)}
        </p>
      );
    case 'heading':
      return node.depth <= 2 ? (
        <h3 key={key} dir="auto">
          {within(node)}
        </h3>
      ) : (
        <h4 key={key} dir="auto">
          {within(node)}
        </h4>
      );
    case 'code':
      return (
        <pre key={key} dir="auto">
          {node.value}
        </pre>
      );
    case 'inlineCode':
      return <code key={key}>{node.value}</code>;
    case 'emphasis':
      return <em key={key}>{within(node)}</em>;
    case 'strong':
      return <strong key={key}>{within(node)}</strong>;
    case 'list':
      return node.ordered ? (
        <ol key={key} start={node.start ?? 1}>
          {within(node)}
        </ol>
      ) : (
        <ul key={key}>{within(node)}</ul>
      );
    case 'listItem':
      return (
        <li key={key} dir="auto">
          {within(node)}
        </li>
      );
    case 'blockquote':
      return (
        <blockquote key={key} dir="auto">
          {within(node)}
        </blockquote>
      );
    case 'link':
      return <OutsideLink key={key} to={node.url} content={within(node)} />;
    case 'image':
      return node.alt ? <em key={key}>{node.alt}</em> : null;
    case 'break':
      return <br key={key} />;
    case 'thematicBreak':
      return <hr key={key} />;
    case 'table':
      return (
        <div key={key} className={styles.table}>
          <table>
            <tbody>{within(node)}</tbody>
          </table>
        </div>
      );
    case 'tableRow':
      return <tr key={key}>{within(node)}</tr>;
    case 'tableCell':
      return (
        <td key={key} dir="auto">
          {within(node)}
        </td>
      );
    default:
      return 'children' in node ? <span key={key}>{within(node as Parent)}</span> : null;
  }
}

/** Only links to other sites are links. Any other target is shown as text. */
const OutsideLink = ({ to, content }: { to: string; content: ReactNode }) =>
  /^https?:\/\//i.test(to) ? (
    <a className={textStyles.link} href={to} target="_blank" rel="noopener noreferrer nofollow">
      {content}
    </a>
  ) : (
    <span>{content}</span>
  );
