import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { formatBytes } from '../lib/format.ts'
import { openRaw } from '../lib/open-raw.ts'
import styles from './long-text.module.css'

/** More takes the page seconds to lay out. */
const MOST = 20_000
/** As far as a line's end is looked for. */
const LINE = 2_000

type LongTextProps = {
  text: string
  /** Shows a text, or the beginning of one that is too long. */
  children: (shown: string) => ReactNode
}

/** A text of any length: of a long one its beginning, how long it is, and the way to all of it. */
export function LongText({ text, children }: LongTextProps) {
  if (text.length <= MOST) return children(text)
  return (
    <>
      {children(beginningOf(text))}
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

function beginningOf(text: string): string {
  const lineEnd = text.lastIndexOf('\n', MOST)
  return text.slice(0, lineEnd > MOST - LINE ? lineEnd : MOST).toWellFormed()
}
