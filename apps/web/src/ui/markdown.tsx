import { lazy, memo, Suspense } from 'react'
import styles from './markdown.module.css'

const MarkdownText = lazy(async () => ({
  default: (await import('./markdown-text.tsx')).MarkdownText,
}))

type MarkdownProps = {
  text: string
}

/** One line in which no sign and no address means anything: what most answers in a table are. */
const MERE_TEXT = /^(?!\d+[.)]|[-+#>=\s])(?!.*(?::\/\/|www\.))[^\n\r\\`*_~[\]<>&|@]*$/

export const isMereText = (text: string): boolean => MERE_TEXT.test(text)

/** Sanitised markdown, at most 72 characters wide; until its code has come, the text as it is. */
export const Markdown = memo(function Markdown({ text }: MarkdownProps) {
  if (isMereText(text)) {
    return (
      <div className={styles.root}>
        <p>{text}</p>
      </div>
    )
  }
  return (
    <div className={styles.root}>
      <Suspense fallback={<p className={styles.plain}>{text}</p>}>
        <MarkdownText text={text} />
      </Suspense>
    </div>
  )
})
