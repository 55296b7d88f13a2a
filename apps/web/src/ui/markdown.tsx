import { memo } from 'react'
import { LongText } from './long-text.tsx'
import styles from './markdown.module.css'
import { lazyPart } from './lazy-part.ts'
import { Suspense } from './suspense.tsx'

const MarkdownText = lazyPart(() => import('./markdown-text.tsx'), 'MarkdownText')

type MarkdownProps = {
  text: string
  /** Of a document, whose lines end where its author's screen did. */
  isWrapped?: boolean
}

/** One line in which no sign and no address means anything: what most answers in a table are. */
const MERE_TEXT = /^(?!\d+[.)]|[-+#>=\s])(?!.*(?::\/\/|www\.))[^\n\r\\`*_~[\]<>&|@]*$/

export const isMereText = (text: string): boolean => MERE_TEXT.test(text)

/** Sanitised markdown, at most 72 characters wide, of a long text its beginning; until its code has come, the text as it is. */
export const Markdown = memo(function Markdown({ text, isWrapped = false }: MarkdownProps) {
  return (
    <div className={styles.root}>
      <LongText text={text}>
        {(shown) =>
          isMereText(shown) ? (
            <p>{shown}</p>
          ) : (
            <Suspense fallback={<p className={styles.plain}>{shown}</p>}>
              <MarkdownText text={shown} isWrapped={isWrapped} />
            </Suspense>
          )
        }
      </LongText>
    </div>
  )
})
