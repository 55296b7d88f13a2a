import type { Chunk } from '@lathe/contract'
import { plural } from '../../lib/format/format.ts'
import styles from './knowledge.module.css'

type ChunkListProps = {
  label: string
  chunks: readonly Chunk[]
  /** Total number of chunks, if only the first are listed. */
  count: number
}

export function ChunkList({ label, chunks, count }: ChunkListProps) {
  return (
    <section aria-label={label}>
      <ol className={styles.chunks}>
        {chunks.map((chunk) => (
          <li key={chunk.position}>
            <div className={styles.chunkHead}>
              <b>{chunk.position + 1}</b>
              <span>{formatLines(chunk)}</span>
              <span>{plural(chunk.text.length, 'character')}</span>
            </div>
            <p className={styles.text}>{chunk.text}</p>
          </li>
        ))}
      </ol>
      {count > chunks.length && (
        <p className={styles.note}>and {plural(count - chunks.length, 'more chunk')}</p>
      )}
    </section>
  )
}

export const formatLines = ({ lines: { from, to } }: Pick<Chunk, 'lines'>): string =>
  from === to ? `line ${from}` : `lines ${from}–${to}`
