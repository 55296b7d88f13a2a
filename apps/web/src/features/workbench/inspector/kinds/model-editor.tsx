import { plural } from '../../../../lib/format/format.ts'
import { AgentToolVersions, withVersion } from '../called-agents/version-field.tsx'
import { ChoiceField } from '../fields/scalar-fields.tsx'
import { AnswerSection, ModelSection, PromptSection } from '../model/model-sections.tsx'
import { ToolsField } from '../model/tools-field.tsx'
import { Section } from '../section.tsx'
import { useChangeNode, useMember } from '../use-member.ts'

const MODEL = ['model'] as const

const CHOICES = [
  { value: 'auto', label: 'Auto' },
  { value: 'required', label: 'Must call a tool' },
  { value: 'none', label: 'Must not call tools' },
] as const

/** One call of a chat model. */
export function ModelEditor({ id }: { id: string }) {
  return (
    <>
      <ModelSection id={id} />
      <PromptSection id={id} />
      <AnswerSection id={id} />
      <OfferedTools id={id} />
    </>
  )
}

function OfferedTools({ id }: { id: string }) {
  const [tools = [], setTools] = useMember(id, MODEL, 'tools')
  const [choice, setChoice] = useMember(id, MODEL, 'toolChoice')
  const change = useChangeNode(id, MODEL)
  const choices = [
    ...CHOICES,
    ...tools.map((tool) => ({ value: `tool:${tool}` as const, label: `Must call ${tool}` })),
  ]

  return (
    <Section
      title="Tools"
      isFolded={tools.length === 0}
      {...(tools.length > 0 && { note: plural(tools.length, 'tool') })}
    >
      <ToolsField
        field="tools"
        label="Tools the model may call"
        description="The next Tool calls node executes the calls."
        value={tools}
        onChange={(names) => setTools(names.length > 0 ? names : undefined)}
      />
      <AgentToolVersions
        tools={tools}
        onChange={(from, to) => change((node) => withVersion(node, from, to), 'tools')}
      />
      <ChoiceField
        field="toolChoice"
        label="Tool choice"
        placeholder="Auto"
        isClearable
        options={choices}
        value={typeof choice === 'object' ? `tool:${choice.tool}` : choice}
        onChange={(value) => setChoice(toolChoice(value))}
      />
    </Section>
  )
}

function toolChoice(value: string | undefined) {
  if (value === undefined) return undefined
  if (value.startsWith('tool:')) return { tool: value.slice('tool:'.length) }
  return CHOICES.find(({ value }) => value === value)?.value
}
