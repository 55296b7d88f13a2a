import type { Chunking } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../lib/api/api.ts'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { ChunkList } from '../chunk-list.tsx'
import styles from '../knowledge.module.css'
import { type Pending, toSource } from './sources.ts'

type ChunkPreviewProps = { source: Pending; chunking: Chunking }

/** Shows how a source would be parsed and chunked, without storing it. */
export function ChunkPreview({ source, chunking }: ChunkPreviewProps) {
  const { data, error, refetch } = useQuery({
    // File names are not unique, so the file itself is part of the key.
    queryKey: ['knowledge-preview', chunking, source],
    queryFn: async () => client.knowledge.preview({ source: await toSource(source), chunking }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (error) {
    return <ErrorPanel action="read it" error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonRows contentLabel="the chunks" count={3} />
  return (
    <>
      <p className={styles.note}>
        {data.name}: {formatExactCount(data.characters)} characters of {data.kind} make{' '}
        {plural(data.count, 'chunk')}
        {data.notes.length > 0 && ` (${data.notes.join(', ')})`}
      </p>
      <ChunkList label="Chunk preview" chunks={data.chunks} count={data.count} />
    </>
  )
}
