import type { FoundChunk } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import styles from './retrieved-chunks.module.css'
import { ScoreBar } from '../status/score-bar.tsx'

type RetrievedChunksProps = {
  chunks: readonly FoundChunk[]
  collection: string
}

/** Search results with their scores, best first. */
export function RetrievedChunks({ chunks, collection }: RetrievedChunksProps) {
  return (
    <ol className={styles.root}>
      {chunks.map((chunk, index) => (
        <li key={`${chunk.documentId}#${chunk.position}`}>
          <div className={styles.head}>
            <b>[{index + 1}]</b>
            <Link
              className={styles.source}
              to="/knowledge"
              search={{ collection, document: chunk.documentId }}
            >
              {chunk.source}
            </Link>
            <span>{formatLines(chunk)}</span>
            <span title="Combined rank; 1 is first in both rankings">
              score <ScoreBar value={chunk.score} />
            </span>
            {chunk.similarity !== null && (
              <span title="Cosine similarity of the two vectors">
                similarity <ScoreBar value={chunk.similarity} />
              </span>
            )}
            <span>
              {formatRank('meaning', chunk.ranks.vector)}, {formatRank('words', chunk.ranks.text)}
            </span>
          </div>
          <p className={styles.text}>{chunk.text}</p>
        </li>
      ))}
    </ol>
  )
}

const formatLines = ({ lines: { from, to } }: FoundChunk): string =>
  from === to ? `line ${from}` : `lines ${from}–${to}`

const formatRank = (ranking: string, rank: number | null): string =>
  rank === null ? `not by ${ranking}` : `${rank}. by ${ranking}`
