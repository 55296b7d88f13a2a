import { Button, Select, TextInput } from '@mantine/core'
import type { Variant, VariantBase, ComparisonCase, GraphDocument } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { useComparison, useEdit, useFullPlan } from '../comparison-context.ts'
import { AgentNodes, VariantTools } from './agent-nodes.tsx'
import { MessagesEditor } from '../../../ui/messages/messages-editor.tsx'
import { useDocuments } from './documents.ts'
import { ModelEditor } from './model-editor.tsx'
import { RunPart } from '../plan/run-part.tsx'
import { PromoteButton } from '../promotion/promote-button.tsx'
import styles from '../comparison.module.css'

export function VariantEditor({ variant }: { variant: Variant }) {
  const { detail } = useComparison()
  const { variants, cases, repeats } = useFullPlan()
  const document = useDocuments(variants).get(variant.key)
  const edit = useEdit()
  const change = (next: Variant) =>
    edit((plan) => ({
      ...plan,
      variants: plan.variants.map((item) => (item.key === next.key ? next : item)),
    }))
  const { base } = variant

  return (
    <div className={styles.form}>
      <TextInput
        label="Name"
        maxLength={100}
        defaultValue={variant.name}
        onChange={({ currentTarget: { value } }) => {
          if (value.trim() !== '') change({ ...variant, name: value })
        }}
      />
      {base.type === 'prompt' ? (
        <>
          <ModelEditor
            value={base.model}
            onChange={(model) => change({ ...variant, base: { ...base, model } })}
          />
          <MessagesEditor
            value={base.messages}
            onChange={(messages) => change({ ...variant, base: { ...base, messages } })}
          />
          <VariantTools
            description="Offered to the model. Tool calls are shown but not executed."
            value={base.tools ?? []}
            onChange={(tools) => change({ ...variant, base: { ...base, tools } })}
          />
        </>
      ) : (
        <AgentFields base={base} onChange={(next) => change({ ...variant, base: next })} />
      )}
      {document && <MissingInputs document={document} cases={cases} />}
      {cases.length > 0 && (
        <RunPart
          name="column"
          selection={{ variants: [variant.key] }}
          cells={detail.grid.filter((cell) => cell.variant === variant.key)}
          count={cases.length * repeats}
        />
      )}
      <PromoteButton variant={variant} />
    </div>
  )
}

type AgentBase = Extract<VariantBase, { type: 'agent' }>
type AgentFieldsProps = { base: AgentBase; onChange: (base: AgentBase) => void }

function AgentFields({ base, onChange }: AgentFieldsProps) {
  const { data: agents = [] } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const { data: versions = [] } = useQuery(
    api.agents.versions.queryOptions({ input: { agent: base.agent } }),
  )
  const changed = Object.keys(base.overrides).length

  return (
    <>
      <Select
        label="Agent"
        allowDeselect={false}
        data={agents.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={base.agent}
        onChange={(agent) => {
          if (agent !== null) {
            onChange({ type: 'agent', agent, version: 'published', overrides: {} })
          }
        }}
      />
      <Select
        label="Version"
        allowDeselect={false}
        data={[
          { value: 'published', label: 'Published version' },
          { value: 'draft', label: 'Draft' },
          ...versions.map(({ number, message }) => ({
            value: String(number),
            label: message === '' ? `v${number}` : `v${number} · ${message.slice(0, 60)}`,
          })),
        ]}
        value={String(base.version)}
        onChange={(version) => {
          if (version === null) return
          const selectedVersion =
            version === 'published' || version === 'draft' ? version : Number(version)
          onChange({ ...base, version: selectedVersion })
        }}
      />
      {changed > 0 && (
        <Button variant="default" size="xs" onClick={() => onChange({ ...base, overrides: {} })}>
          Reset changes
        </Button>
      )}
      <AgentNodes base={base} onChange={onChange} />
    </>
  )
}

type MissingInputsProps = {
  document: Pick<GraphDocument, 'input' | 'state'>
  cases: readonly Pick<ComparisonCase, 'input'>[]
}

/** Warns about variables that cases do not provide. */
export function MissingInputs({ document: { input, state }, cases }: MissingInputsProps) {
  const warnings = input
    .filter((name) => state[name] && state[name].default === undefined)
    .flatMap((name) => missingInputText(name, cases))
  if (warnings.length === 0) return null
  return (
    <p className={styles.failed} role="note">
      {warnings.join(' ')}
    </p>
  )
}

function missingInputText(name: string, cases: MissingInputsProps['cases']): string[] {
  const missing = cases.filter(({ input }) => !Object.hasOwn(input, name)).length
  if (missing === 0) return []
  if (missing < cases.length)
    return [`${missing} of ${cases.length} cases have no {{${name}}} and would fail.`]
  const [otherInputs = []] = cases.map(({ input }) => Object.keys(input))
  const have =
    otherInputs.length > 0
      ? `: they have ${otherInputs.map((inputName) => `{{${inputName}}}`).join(', ')}`
      : ''
  return [`No case has {{${name}}}${have}.`]
}
