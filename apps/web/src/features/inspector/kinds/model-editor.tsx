import { plural } from '../../../lib/format.ts'
import { AgentToolVersions } from '../callees/agent-tool-versions.tsx'
import { withVersion } from '../callees/with-version.ts'
import type { EditorProps } from '../editor-props.ts'
import { ChoiceField } from '../fields/choice-field.tsx'
import { setOrDrop } from '../fields/set-or-drop.ts'
import { AnswerSection, ModelSections } from '../model/model-sections.tsx'
import { ToolsField } from '../model/tools-field.tsx'
import { Section } from '../section.tsx'

const CHOICES = [
  { value: 'auto', label: 'The model decides' },
  { value: 'required', label: 'Must call a tool' },
  { value: 'none', label: 'May call none' },
] as const

/** One call of a chat model. */
export function ModelEditor({ id, node, onChange }: EditorProps<'model'>) {
  const tools = node.tools ?? []
  const named = typeof node.toolChoice === 'object' ? node.toolChoice.tool : undefined
  const choices = [
    ...CHOICES,
    ...tools.map((tool) => ({ value: `tool:${tool}`, label: `Must call ${tool}` })),
  ]

  return (
    <>
      <ModelSections id={id} node={node} onChange={onChange} />
      <AnswerSection node={node} onChange={onChange} />
      <Section
        title="Tools"
        isFolded={tools.length === 0}
        {...(tools.length > 0 && { note: plural(tools.length, 'tool') })}
      >
        <ToolsField
          field="tools"
          label="Tools the model may ask for"
          description="A Tool calls node after this one runs what is asked for."
          value={tools}
          onChange={(names) =>
            onChange(setOrDrop(node, 'tools', names.length > 0 ? names : undefined), 'tools')
          }
        />
        <AgentToolVersions
          tools={tools}
          onChange={(from, to) => onChange(withVersion(node, from, to), 'tools')}
        />
        <ChoiceField
          field="toolChoice"
          label="Choice"
          placeholder="The model decides"
          isClearable
          options={choices}
          value={named === undefined ? (node.toolChoice as 'auto') : `tool:${named}`}
          onChange={(chosen) =>
            onChange(setOrDrop(node, 'toolChoice', choiceOf(chosen)), 'toolChoice')
          }
        />
      </Section>
    </>
  )
}

function choiceOf(chosen: string | undefined) {
  if (chosen === undefined) return undefined
  if (chosen.startsWith('tool:')) return { tool: chosen.slice('tool:'.length) }
  return CHOICES.find(({ value }) => value === chosen)?.value
}
