import type { GraphDocument, RunVersion, Trace } from '@lathe/contract'
import { MultiSelect, NumberInput, SegmentedControl, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import type { ReplayDraft } from './draft.ts'
import { NodeEdit } from './node-edit.tsx'
import styles from './start.module.css'

type ModeFieldsProps = {
  draft: ReplayDraft
  onChange: (change: Partial<ReplayDraft>) => void
  graph: GraphDocument
  trace: Trace
}

/** The fields of a replay mode. */
export function ModeFields({ draft, onChange, graph, trace }: ModeFieldsProps) {
  const { mode } = draft
  const findTitle = (id: string) => graph.nodes[id]?.title ?? id
  return (
    <>
      {mode === 'until' && (
        <NumberInput
          label="Last recorded step"
          description="Later supersteps run live."
          min={0}
          allowDecimal={false}
          value={draft.superstep}
          onChange={(value) => {
            if (typeof value === 'number') onChange({ superstep: value })
          }}
        />
      )}
      {mode === 'only-live' && (
        <>
          <MultiSelect
            label="Live nodes"
            placeholder={draft.nodes.length === 0 ? 'Select nodes' : ''}
            searchable
            data={Object.keys(graph.nodes).map((id) => ({ value: id, label: findTitle(id) }))}
            value={draft.nodes}
            onChange={(nodes) => onChange({ nodes })}
          />
          {draft.nodes.map((id) => {
            const node = draft.edits[id] ?? graph.nodes[id]
            return (
              node && (
                <NodeEdit
                  key={id}
                  title={findTitle(id)}
                  node={node}
                  onChange={(next) => onChange({ edits: { ...draft.edits, [id]: next } })}
                />
              )
            )
          })}
        </>
      )}
      {mode === 'version' && trace.agentId !== null && (
        <VersionField
          agent={trace.agentId}
          value={draft.version}
          onChange={(version) => onChange({ version })}
        />
      )}
      {mode !== 'exact' && mode !== 'live' && (
        <div className={styles.field}>
          <span className={styles.label}>Calls missing in the recording</span>
          <SegmentedControl
            size="xs"
            aria-label="Calls missing in the recording"
            data={[
              { value: 'fail', label: 'Stop' },
              { value: 'live', label: 'Run live' },
            ]}
            value={draft.onMiss}
            onChange={(next) => onChange({ onMiss: next === 'live' ? 'live' : 'fail' })}
          />
        </div>
      )}
    </>
  )
}

type VersionFieldProps = {
  agent: string
  value: RunVersion
  onChange: (version: RunVersion) => void
}

function VersionField({ agent, value, onChange }: VersionFieldProps) {
  const { data: versions = [] } = useQuery(api.agents.versions.queryOptions({ input: { agent } }))
  return (
    <Select
      label="Version"
      allowDeselect={false}
      data={[
        { value: 'draft', label: 'Draft' },
        ...versions.map(({ number, message, isPublished }) => ({
          value: String(number),
          label: [`v${number}`, isPublished && 'published', message.split('\n')[0]]
            .filter(Boolean)
            .join(' · '),
        })),
      ]}
      value={String(value)}
      onChange={(next) => {
        if (next !== null) onChange(next === 'draft' ? 'draft' : Number(next))
      }}
    />
  )
}
