import { memo } from 'react'
import { LongText } from '../text/long-text.tsx'
import styles from './markdown.module.css'
import { lazyComponent } from '../feedback/lazy-component.ts'
import { Suspense } from '../feedback/suspense.tsx'

const MarkdownText = lazyComponent(() => import('./markdown-text.tsx'), 'MarkdownText')

type MarkdownProps = {
  text: string
  /** Whether the author hard-wrapped the lines, as in a document. */
  isWrapped?: boolean
}

/** One line without Markdown syntax or URLs, which most table cells contain. */
const PLAIN_TEXT = /^(?!\d+[.)]|[-+#>=\s])(?!.*(?::\/\/|www\.))[^\n\r\\`*_~[\]<>&|@]*$/

export const isPlainText = (text: string): boolean => PLAIN_TEXT.test(text)

/**
 * Sanitized Markdown, at most 72 characters wide. Truncates a long text, and shows plain text until
 * the renderer has loaded.
 */
export const Markdown = memo(function Markdown({ text, isWrapped = false }: MarkdownProps) {
  return (
    <div className={styles.root}>
      <LongText text={text}>
        {(visibleText) =>
          isPlainText(visibleText) ? (
            <p>{visibleText}</p>
          ) : (
            <Suspense fallback={<p className={styles.plain}>{visibleText}</p>}>
              <MarkdownText text={visibleText} isWrapped={isWrapped} />
            </Suspense>
          )
        }
      </LongText>
    </div>
  )
})
