import type { Message, SpanDetail } from '@lathe/contract'
import { readModelInputs, readModelOutputs } from '@lathe/traces'
import { JsonView } from '../../ui/json-view.tsx'
import { CutShort } from './cut-short.tsx'
import { MessageBlock } from './message-block.tsx'
import { Section } from './section.tsx'
import shared from './traces.module.css'

/** A model call as a conversation; payloads of another shape are shown as they are. */
export function ModelPayload({ span }: { span: SpanDetail }) {
  const inputs = readModelInputs(span.inputs, span.metadata)
  const outputs = readModelOutputs(span.outputs, span.metadata)
  const saidNothing = span.outputs === null || outputs?.message === null
  return (
    <>
      {!((span.error || span.status === 'running') && saidNothing) && (
        <Section title="Output">
          {outputs?.message ? (
            <MessageBlock message={outputs.message} />
          ) : span.outputs === null ? (
            <p className={shared.secondary}>It came without an answer.</p>
          ) : (
            <JsonView label="Output" value={span.outputs} />
          )}
          {outputs && <CutShort reason={outputs.finishReason} />}
        </Section>
      )}
      {inputs ? (
        <Section title="Messages" count={inputs.messages.length}>
          {inputs.messages.map((message, index) => (
            <MessageBlock key={keyOf(message, index)} message={message} />
          ))}
        </Section>
      ) : (
        <Section title="Input">
          <JsonView label="Input" value={span.inputs} />
        </Section>
      )}
      {inputs?.tools && (
        <Section title="Tools offered" count={inputs.tools.length} isFolded>
          <JsonView label="Tools offered" value={inputs.tools} />
        </Section>
      )}
      {inputs?.settings && (
        <Section title="Settings" isFolded>
          <JsonView label="Settings" value={inputs.settings} />
        </Section>
      )}
    </>
  )
}

const keyOf = (message: Message, index: number) => `${index}-${message.id ?? message.role}`
