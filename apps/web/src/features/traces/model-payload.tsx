import { type Message, ModelInputs, ModelOutputs, type SpanDetail } from '@lathe/contract'
import { JsonView } from '../../ui/json-view.tsx'
import { MessageBlock } from './message-block.tsx'
import { Section } from './section.tsx'

/** A model call as a conversation; payloads of another shape are shown as they are. */
export function ModelPayload({ span }: { span: SpanDetail }) {
  const inputs = ModelInputs.safeParse(span.inputs)
  const outputs = ModelOutputs.safeParse(span.outputs)
  const saidNothing = span.outputs === null || outputs.data?.message === null
  return (
    <>
      {!(span.error && saidNothing) && (
        <Section title="Output">
          {outputs.data?.message ? (
            <MessageBlock message={outputs.data.message} />
          ) : (
            <JsonView label="Output" value={span.outputs} />
          )}
        </Section>
      )}
      {inputs.data ? (
        <Section title="Messages" count={inputs.data.messages.length}>
          {inputs.data.messages.map((message, index) => (
            <MessageBlock key={keyOf(message, index)} message={message} />
          ))}
        </Section>
      ) : (
        <Section title="Input">
          <JsonView label="Input" value={span.inputs} />
        </Section>
      )}
      {inputs.data?.tools && (
        <Section title="Tools offered" count={inputs.data.tools.length} isFolded>
          <JsonView label="Tools offered" value={inputs.data.tools} />
        </Section>
      )}
      {inputs.data?.settings && (
        <Section title="Settings" isFolded>
          <JsonView label="Settings" value={inputs.data.settings} />
        </Section>
      )}
    </>
  )
}

const keyOf = (message: Message, index: number) => `${index}-${message.id ?? message.role}`
