import { lazy, memo, Suspense } from 'react'
import styles from './markdown.module.css'

const MarkdownText = lazy(async () => ({
  default: (await import('./markdown-text.tsx')).MarkdownText,
}))

type MarkdownProps = {
  text: string
}

/** Sanitised markdown, at most 72 characters wide; until its code has come, the text as it is. */
export const Markdown = memo(function Markdown({ text }: MarkdownProps) {
  return (
    <div className={styles.root}>
      <Suspense fallback={<p className={styles.plain}>{text}</p>}>
        <MarkdownText text={text} />
      </Suspense>
    </div>
  )
})
