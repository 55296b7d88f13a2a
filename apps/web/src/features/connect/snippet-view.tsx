import type { Snippet } from '@lathe/graph'
import { useId } from 'react'
import { CodeEditor } from '../../ui/code/code-editor.tsx'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import styles from './connect.module.css'

export function SnippetView({ snippet: { title, install, language, text } }: { snippet: Snippet }) {
  const titleId = useId()

  return (
    <section aria-labelledby={titleId}>
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <CopyButton value={text} label="Copy" hasText />
      </header>
      {install !== null && (
        <p className={styles.install}>
          <code>{install}</code>
          <CopyButton value={install} label="Copy command" />
        </p>
      )}
      <CodeEditor label={title} value={text.trimEnd()} language={language} />
    </section>
  )
}
