import { Switch } from '@mantine/core'
import { plural } from '../../../lib/format.ts'
import { AgentToolVersions } from '../callees/agent-tool-versions.tsx'
import { withVersion } from '../callees/with-version.ts'
import type { EditorProps } from '../editor-props.ts'
import { NumberField } from '../fields/number-field.tsx'
import { setOrDrop } from '../fields/set-or-drop.ts'
import styles from '../inspector.module.css'
import { AnswerSection, ModelSections } from '../model/model-sections.tsx'
import { ToolsField } from '../model/tools-field.tsx'
import { Section } from '../section.tsx'

const CAPS = [
  ['maxModelCalls', 'Model calls'],
  ['maxToolCalls', 'Tool calls'],
  ['maxTotalTokens', 'Tokens in all'],
  ['maxSteps', 'Steps'],
] as const

const FIRST_SUMMARY = { afterTokens: 8_000, keepMessages: 20 }

/** The tool loop: a model that calls tools until it has the answer. */
export function AgentEditor({ id, node, onChange }: EditorProps<'agent'>) {
  const tools = node.tools ?? []
  const approvals = node.approvals ?? []
  const caps = CAPS.filter(([key]) => node[key] !== undefined).length

  return (
    <>
      <ModelSections id={id} node={node} onChange={onChange} />
      <Section title="Tools" note={plural(tools.length, 'tool')}>
        <ToolsField
          field="tools"
          label="Tools it may use"
          value={tools}
          onChange={(names) => onChange(setOrDrop(node, 'tools', names), 'tools')}
        />
        <AgentToolVersions
          tools={tools}
          onChange={(from, to) => onChange(withVersion(node, from, to), 'tools')}
        />
        <ToolsField
          field="approvals"
          label="Ask a human before"
          description="The run waits for an approval before each call of these."
          value={approvals}
          onChange={(names) =>
            onChange(
              setOrDrop(node, 'approvals', names.length > 0 ? names : undefined),
              'approvals',
            )
          }
        />
      </Section>
      <AnswerSection node={node} onChange={onChange} />
      <Section title="Caps" isFolded={caps === 0} {...(caps > 0 && { note: plural(caps, 'cap') })}>
        <div className={styles.pair}>
          {CAPS.map(([key, label]) => (
            <NumberField
              key={key}
              field={key}
              label={label}
              placeholder="No cap"
              limits={key === 'maxSteps' ? { min: 1, max: 200 } : { min: 1 }}
              value={node[key]}
              onChange={(cap) => onChange(setOrDrop(node, key, cap), key)}
            />
          ))}
        </div>
        <Switch
          label="Summarise long histories"
          checked={node.summarize !== undefined}
          onChange={({ currentTarget }) =>
            onChange(
              setOrDrop(node, 'summarize', currentTarget.checked ? FIRST_SUMMARY : undefined),
              'summarize',
            )
          }
        />
        {node.summarize && <SummaryFields node={node} onChange={onChange} />}
      </Section>
    </>
  )
}

function SummaryFields({ node, onChange }: Pick<EditorProps<'agent'>, 'node' | 'onChange'>) {
  const { summarize = FIRST_SUMMARY } = node
  return (
    <div className={styles.pair}>
      <NumberField
        field="summarize.afterTokens"
        label="After tokens"
        limits={{ min: 1 }}
        value={summarize.afterTokens}
        onChange={(afterTokens = FIRST_SUMMARY.afterTokens) =>
          onChange({ ...node, summarize: { ...summarize, afterTokens } }, 'summarize.afterTokens')
        }
      />
      <NumberField
        field="summarize.keepMessages"
        label="Keep messages"
        limits={{ min: 1 }}
        value={summarize.keepMessages}
        onChange={(keepMessages = FIRST_SUMMARY.keepMessages) =>
          onChange({ ...node, summarize: { ...summarize, keepMessages } }, 'summarize.keepMessages')
        }
      />
    </div>
  )
}
