import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { formatBytes } from '../../lib/format/format.ts'
import { openRaw } from '../../lib/browser/open-raw.ts'
import styles from './long-text.module.css'

/** Laying out more than this blocks the page for seconds. */
const MAX_LENGTH = 20_000
/** Looks for a line break within this many characters. */
const MAX_LINE_LENGTH = 2_000

type LongTextProps = {
  text: string
  /** Renders the text, or the beginning of a long one. */
  children: (shown: string) => ReactNode
}

/** Shows a text in full, or the beginning of a long one with its length and a link to all of it. */
export function LongText({ text, children }: LongTextProps) {
  if (text.length <= MAX_LENGTH) return children(text)
  return (
    <>
      {children(truncateAtLine(text))}
      <Rest text={text} />
    </>
  )
}

function Rest({ text }: { text: string }) {
  const size = useMemo(() => formatBytes(new Blob([text]).size), [text])
  return (
    <p className={styles.rest}>
      {size}, the rest is not shown{' '}
      <UnstyledButton className={styles.link} onClick={() => openRaw(text)}>
        Open raw
      </UnstyledButton>
    </p>
  )
}

function truncateAtLine(text: string): string {
  const lineEnd = text.lastIndexOf('\n', MAX_LENGTH)
  return text.slice(0, lineEnd > MAX_LENGTH - MAX_LINE_LENGTH ? lineEnd : MAX_LENGTH).toWellFormed()
}
