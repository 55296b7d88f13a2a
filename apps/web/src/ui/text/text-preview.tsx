import { isJsonType } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { parseIfJson } from '../../lib/values/parse-json.ts'
import { CopyButton } from '../fields/copy-button.tsx'
import { JsonView } from '../json/json-view.tsx'
import { Markdown } from '../messages/markdown.tsx'
import styles from '../messages/attached-file.module.css'

type TextPreviewProps = { file: { name: string; mimeType: string }; src: string }

/** Beginning of a text file: JSON as a tree, Markdown rendered, anything else as plain text. */
export function TextPreview({ file: { name, mimeType }, src }: TextPreviewProps) {
  const { data, isError } = useQuery({
    queryKey: ['beginning', src],
    queryFn: ({ signal }) => readBeginning(src, signal),
    staleTime: Infinity,
  })
  if (isError) return <p className={styles.aside}>The file could not be read.</p>
  if (!data || data.text === '') return null
  const { text, isTruncated } = data
  const value = isJsonType(mimeType) && !isTruncated ? parseIfJson(text) : text
  return (
    <section aria-label={`Text of ${name}`}>
      {typeof value === 'object' ? (
        <JsonView label={name} value={value} />
      ) : mimeType.startsWith('text/markdown') ? (
        <Markdown text={text} />
      ) : (
        <div className={styles.written}>
          <CopyButton value={text} label={isTruncated ? 'Copy shown text' : `Copy ${name}`} />
          <pre tabIndex={0}>{text}</pre>
        </div>
      )}
      {isTruncated && (
        <p className={styles.aside}>The rest is not shown. Download the file to read it.</p>
      )}
    </section>
  )
}

/** The page needs seconds to lay out longer text. */
const MAX_LENGTH = 20_000

type Beginning = { text: string; isTruncated: boolean }

/** Fetches only the beginning of a text file. */
async function readBeginning(src: string, signal: AbortSignal): Promise<Beginning> {
  const { ok, body } = await fetch(src, { signal })
  if (!ok || !body) throw new Error('Could not read the file')
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.length <= MAX_LENGTH) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), isTruncated: false }
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  return { text: text.slice(0, MAX_LENGTH).toWellFormed(), isTruncated: true }
}
