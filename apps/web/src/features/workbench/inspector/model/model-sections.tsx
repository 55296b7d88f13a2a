import { Section } from '../section.tsx'
import { useMember } from '../use-member.ts'
import { AnswerFields } from './answer-fields.tsx'
import { ModelFields } from './model-fields.tsx'
import { OutputFields } from './output-fields.tsx'
import { PromptFields } from './prompt-fields.tsx'

const CALLING = ['model', 'agent'] as const

type SectionProps = { id: string }

/** Which model is asked. */
export function ModelSection({ id }: SectionProps) {
  const [model, setModel] = useMember(id, CALLING, 'model')
  if (!model) return null
  return (
    <Section title="Model" note={model.name}>
      <ModelFields field="model" value={model} onChange={setModel} />
    </Section>
  )
}

/** What it is asked. */
export function PromptSection({ id }: SectionProps) {
  const [model] = useMember(id, CALLING, 'model')
  const [prompt, setPrompt] = useMember(id, CALLING, 'prompt')
  if (!model || !prompt) return null
  return (
    <Section title="Prompt">
      <PromptFields field="prompt" value={prompt} node={{ id, model }} onChange={setPrompt} />
    </Section>
  )
}

/** What form the answer has, and where it goes. */
export function AnswerSection({ id }: SectionProps) {
  const [answer, setAnswer] = useMember(id, CALLING, 'answer')
  const [output, setOutput] = useMember(id, CALLING, 'output')
  return (
    <Section title="Answer" isFolded={!answer && !output}>
      <AnswerFields value={answer} onChange={setAnswer} />
      <OutputFields value={output} hasAnswer={answer !== undefined} onChange={setOutput} />
    </Section>
  )
}
