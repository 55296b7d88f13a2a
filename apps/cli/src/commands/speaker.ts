import type { Json, RunDetail, RunEvent } from '@lathe/contract'
import type { Context } from '../context.ts'
import { json, seconds } from '../text.ts'

/**
 * Prints text as it streams, one line per node and tool call, and at the end any output that was
 * not streamed.
 */
export function createSpeaker({ out, err }: Context) {
  let spoken = ''
  let isMidLine = false
  const finishLine = () => {
    if (isMidLine) out('\n')
    isMidLine = false
  }
  const note = (line: string) => {
    finishLine()
    err(`${line}\n`)
  }
  return {
    tell({ body }: RunEvent) {
      if (body.type === 'node-start') note(`▸ ${body.node}`)
      if (body.type === 'tool-call' && body.phase === 'start') {
        note(`  ${body.name} ${JSON.stringify(body.args ?? {})}`)
      }
      if (body.type === 'retry')
        note(`  waits ${seconds(1e3 * body.waitMs)}, attempt ${body.attempt} of ${body.of}`)
      if (body.type !== 'token' || body.channel !== 'text') return
      out(body.text)
      spoken += body.text
      isMidLine = true
    },
    end({ status, output }: RunDetail) {
      finishLine()
      if (status === 'success') out(unsaid(output, spoken))
    },
  }
}

function unsaid(output: Json, spoken: string): string {
  const values = typeof output === 'object' && output !== null ? Object.values(output) : [output]
  const [only] = values
  if (values.length === 1 && typeof only === 'string') {
    return spoken.includes(only.trim()) ? '' : `${only}\n`
  }
  return spoken === '' && values.length > 0 ? json(output) : ''
}
