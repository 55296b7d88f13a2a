import type { Interrupt, InterruptAnswer, ToolDecision } from '@lathe/contract'

/** Answers interrupts by drawn numbers, with every decision that each of them allows. */
export function people(choices: readonly number[]) {
  let count = 0
  const choose = <T>(options: readonly T[]): T | undefined =>
    options[(choices[count++ % choices.length] ?? 0) % options.length]
  const decide = ({ isUnsettled = false }: Extract<Interrupt, { kind: 'approval' }>) =>
    choose<ToolDecision>([
      { type: 'approve' },
      isUnsettled
        ? { type: 'respond', result: 'It took effect.' }
        : { type: 'edit', args: { expression: '1 + 1' } },
      { type: 'reject', reason: 'Not now.' },
    ]) ?? { type: 'approve' }
  const answer = (interrupt: Interrupt): InterruptAnswer => {
    switch (interrupt.kind) {
      case 'ask':
        return {
          kind: 'ask',
          decision: choose(interrupt.decisions)?.port ?? '',
          values: {},
        }
      case 'approval':
        return { kind: 'approval', decisions: interrupt.calls.map(() => decide(interrupt)) }
      default:
        return { kind: 'breakpoint' }
    }
  }
  return (interrupts: readonly Interrupt[]): Record<string, InterruptAnswer> =>
    Object.fromEntries(interrupts.map((interrupt) => [interrupt.id, answer(interrupt)]))
}
