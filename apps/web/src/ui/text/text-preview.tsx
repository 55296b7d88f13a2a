import { isJsonType } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { parseIfJson } from '../../lib/values/parse-json.ts'
import { readBeginning } from '../../lib/values/read-beginning.ts'
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
