import type { NodeOf } from '@lathe/contract'
import { setOrDrop } from '../fields/set-or-drop.ts'
import { Section } from '../section.tsx'
import { AnswerFields } from './answer-fields.tsx'
import { ModelFields } from './model-fields.tsx'
import { OutputFields } from './output-fields.tsx'
import { PromptFields } from './prompt-fields.tsx'

type Calling = NodeOf<'model'> | NodeOf<'agent'>

type SectionsProps<N extends Calling> = {
  id: string
  node: N
  onChange: (node: N, field: string) => void
}

/** Which model is asked, and what. */
export function ModelSections<N extends Calling>({ id, node, onChange }: SectionsProps<N>) {
  return (
    <>
      <Section title="Model" note={node.model.name}>
        <ModelFields
          field="model"
          value={node.model}
          onChange={(model, field) => onChange({ ...node, model }, field)}
        />
      </Section>
      <Section title="Prompt">
        <PromptFields
          field="prompt"
          value={node.prompt}
          node={{ id, model: node.model }}
          onChange={(prompt, field) => onChange({ ...node, prompt }, field)}
        />
      </Section>
    </>
  )
}

/** What form the answer has, and where it goes. */
export function AnswerSection<N extends Calling>({ node, onChange }: Omit<SectionsProps<N>, 'id'>) {
  return (
    <Section title="Answer" isFolded={!node.answer && !node.output}>
      <AnswerFields
        value={node.answer}
        onChange={(answer, field) => onChange(setOrDrop(node, 'answer', answer), field)}
      />
      <OutputFields
        value={node.output}
        hasAnswer={node.answer !== undefined}
        onChange={(output, field) => onChange(setOrDrop(node, 'output', output), field)}
      />
    </Section>
  )
}
