import type { Span } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { AttachedFile } from '../../../ui/attached-file.tsx'
import { Section } from '../section.tsx'

export function Attachments({ span }: { span: Span }) {
  const { data = [] } = useQuery(
    api.traces.attachments.queryOptions({ input: { traceId: span.traceId, spanId: span.id } }),
  )
  if (data.length === 0) return null
  return (
    <Section title="Attachments" count={data.length}>
      {data.map((attachment) => (
        <AttachedFile
          key={attachment.name}
          file={attachment}
          src={`/api/v1/attachments/${span.traceId}/${span.id}/${encodeURIComponent(attachment.name)}`}
        />
      ))}
    </Section>
  )
}
