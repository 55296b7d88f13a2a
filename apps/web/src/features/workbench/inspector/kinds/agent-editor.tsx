import { Switch } from '@mantine/core'
import { useShallow } from 'zustand/react/shallow'
import { plural } from '../../../../lib/format/format.ts'
import { useWorkbenchState } from '../../workbench-context.ts'
import { AgentToolVersions, withVersion } from '../called-agents/version-field.tsx'
import { NumberField } from '../fields/scalar-fields.tsx'
import { setOrDrop, useChangeNode, useMember } from '../use-member.ts'
import styles from '../inspector.module.css'
import { AnswerSection, ModelSection, PromptSection } from '../model/model-sections.tsx'
import { ToolsField } from '../model/tools-field.tsx'
import { Section } from '../section.tsx'

const AGENT = ['agent'] as const

const CAPS = [
  ['maxModelCalls', 'Model calls'],
  ['maxToolCalls', 'Tool calls'],
  ['maxTotalTokens', 'Total tokens'],
  ['maxSteps', 'Steps'],
] as const

const FIRST_SUMMARY = { afterTokens: 8_000, keepMessages: 20 }

/** An agent loop: a model that calls tools until it has the answer. */
export function AgentEditor({ id }: { id: string }) {
  return (
    <>
      <ModelSection id={id} />
      <PromptSection id={id} />
      <Tools id={id} />
      <AnswerSection id={id} />
      <Caps id={id} />
    </>
  )
}

function Tools({ id }: { id: string }) {
  const [tools = [], setTools] = useMember(id, AGENT, 'tools')
  const [approvals = [], setApprovals] = useMember(id, AGENT, 'approvals')
  const change = useChangeNode(id, AGENT)
  return (
    <Section title="Tools" note={plural(tools.length, 'tool')}>
      <ToolsField
        field="tools"
        label="Available tools"
        value={tools}
        onChange={(names) => setTools(names)}
      />
      <AgentToolVersions
        tools={tools}
        onChange={(from, to) => change((node) => withVersion(node, from, to), 'tools')}
      />
      <ToolsField
        field="approvals"
        label="Require approval for"
        description="The run waits for approval before each of these calls."
        value={approvals}
        onChange={(names) => setApprovals(names.length > 0 ? names : undefined)}
      />
    </Section>
  )
}

function Caps({ id }: { id: string }) {
  const values = useWorkbenchState(
    useShallow(({ document }) => {
      const node = document.nodes[id]
      return CAPS.map(([key]) => (node?.kind === 'agent' ? node[key] : undefined))
    }),
  )
  const [summarize, setSummarize] = useMember(id, AGENT, 'summarize')
  const change = useChangeNode(id, AGENT)
  const count = values.filter((cap) => cap !== undefined).length
  return (
    <Section
      title="Limits"
      isFolded={count === 0}
      {...(count > 0 && { note: plural(count, 'cap') })}
    >
      <div className={styles.pair}>
        {CAPS.map(([key, label], index) => (
          <NumberField
            key={key}
            field={key}
            label={label}
            placeholder="No limit"
            limits={key === 'maxSteps' ? { min: 1, max: 200 } : { min: 1 }}
            value={values[index]}
            onChange={(cap) => change((node) => setOrDrop(node, key, cap), key)}
          />
        ))}
      </div>
      <Switch
        label="Summarize long histories"
        checked={summarize !== undefined}
        onChange={({ currentTarget }) =>
          setSummarize(currentTarget.checked ? FIRST_SUMMARY : undefined)
        }
      />
      {summarize && <SummaryFields value={summarize} onChange={setSummarize} />}
    </Section>
  )
}

type SummaryFieldsProps = {
  value: typeof FIRST_SUMMARY
  onChange: (value: typeof FIRST_SUMMARY, field: string) => void
}

function SummaryFields({ value, onChange }: SummaryFieldsProps) {
  return (
    <div className={styles.pair}>
      <NumberField
        field="summarize.afterTokens"
        label="Above tokens"
        limits={{ min: 1 }}
        value={value.afterTokens}
        onChange={(afterTokens = FIRST_SUMMARY.afterTokens) =>
          onChange({ ...value, afterTokens }, 'summarize.afterTokens')
        }
      />
      <NumberField
        field="summarize.keepMessages"
        label="Keep messages"
        limits={{ min: 1 }}
        value={value.keepMessages}
        onChange={(keepMessages = FIRST_SUMMARY.keepMessages) =>
          onChange({ ...value, keepMessages }, 'summarize.keepMessages')
        }
      />
    </div>
  )
}
