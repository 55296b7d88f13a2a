import type { ReplayDetail, GraphDocument } from '@lathe/contract'
import { Button, Group, Modal, Stack, Switch, Textarea } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import { mergeDocuments, describeDiff, diffDocuments } from '@lathe/graph'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api, client } from '../../../lib/api.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'
import { formatCost, formatCount, formatDuration } from '../../../lib/format.ts'
import { verdictOf } from '../report/verdict.tsx'

export function PromoteButton({ replay }: { replay: ReplayDetail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconArrowUp size={14} />}
        onClick={() => setOpen(true)}
        title="Makes the graph this replay ran the agent's"
      >
        Promote…
      </Button>
      {isOpen && <PromoteDialog replay={replay} onClose={() => setOpen(false)} />}
    </>
  )
}

type PromoteDialogProps = { replay: ReplayDetail; onClose: () => void }

/** From a replay that won to a draft, or to a version whose message says why. */
function PromoteDialog({ replay, onClose }: PromoteDialogProps) {
  const recorded = useQuery(api.runs.graph.queryOptions({ input: { id: replay.traceId } }))
  const edited = replay.settings.graph
  return (
    <Modal opened onClose={onClose} title="Promote the graph of this replay" size="lg">
      {recorded.error && <ErrorPanel attempted="read the recorded graph" error={recorded.error} />}
      {recorded.isPending && <SkeletonRows awaiting="the recorded graph" count={3} />}
      {recorded.data && edited && (
        <PromoteForm replay={replay} recorded={recorded.data} edited={edited} onClose={onClose} />
      )}
    </Modal>
  )
}

type PromoteFormProps = PromoteDialogProps & { recorded: GraphDocument; edited: GraphDocument }

function PromoteForm({ replay, recorded, edited, onClose }: PromoteFormProps) {
  const [message, setMessage] = useState(() => evidenceOf(replay, recorded, edited))
  const [isVersion, setVersion] = useState(true)
  const promote = usePromote(replay.agentSlug, recorded, edited)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        promote.mutate(isVersion ? message.trim() : null, { onSuccess: onClose })
      }}
    >
      <Stack gap="md">
        <Switch
          label="Save it as a version at once"
          description="Otherwise it becomes the draft. What the draft has gained meanwhile is kept; a field changed on both sides takes the replay’s."
          checked={isVersion}
          onChange={({ currentTarget }) => setVersion(currentTarget.checked)}
        />
        {isVersion && (
          <Textarea
            label="What changed, and the evidence"
            autosize
            minRows={4}
            maxRows={12}
            maxLength={2_000}
            data-autofocus
            value={message}
            onChange={({ currentTarget }) => setMessage(currentTarget.value)}
          />
        )}
        {promote.error && <ErrorPanel attempted="promote it" error={promote.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={promote.isPending}>
            {isVersion ? 'Save version' : 'Make it the draft'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** With a message it becomes a version; null leaves it a draft. */
function usePromote(agent: string, recorded: GraphDocument, edited: GraphDocument) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (message: string | null) => {
      const draft = await client.agents.draft({ agent })
      const { document } = merged(recorded, draft.document, edited)
      const { revision } = await client.agents.saveDraft({
        agent,
        revision: draft.revision,
        document,
      })
      return message === null ? null : client.agents.saveVersion({ agent, revision, message })
    },
    onSuccess: async (version) => {
      void queries.invalidateQueries({ queryKey: api.agents.key() })
      showToast(version ? `Version ${version.number} saved` : 'The draft is the replay’s graph now')
      await navigate(
        version
          ? {
              to: '/agents/$agent/versions',
              params: { agent },
              search: { to: String(version.number) },
            }
          : { to: '/agents/$agent', params: { agent }, search: {} },
      )
    },
  })
}

/** Where both changed one field, the replay's: it is what is promoted. */
function merged(base: GraphDocument, draft: GraphDocument, edited: GraphDocument) {
  const { conflicts } = mergeDocuments(base, draft, edited)
  const choices = Object.fromEntries(conflicts.map(({ key }) => [key, 'theirs' as const]))
  return mergeDocuments(base, draft, edited, choices)
}

/** A version's message: what changed, and what shows that it is better. */
function evidenceOf(
  { id, traceId, report, mode }: ReplayDetail,
  recorded: GraphDocument,
  edited: GraphDocument,
): string {
  const changes = describeDiff(diffDocuments(recorded, edited))
  const told = report && [
    `Replay ${id} of run ${traceId}: ${verdictOf(report, mode).text}.`,
    `Tokens in ${pair(report.inputTokens, formatCount)}, out ${pair(report.outputTokens, formatCount)}, cost ${pair(report.cost, formatCost)}, in calls ${pair(report.callMs, formatDuration)}.`,
  ]
  return [...changes, ...(told ?? [])].join('\n').slice(0, 2_000)
}

function pair<T>({ tape, replay }: { tape: T; replay: T }, format: (value: T) => string): string {
  return tape === replay ? `${format(tape)} as before` : `${format(tape)} → ${format(replay)}`
}
