import { textAnswer } from '../../answers/answer.ts'
import { splitClauses } from '../../answers/tool-calls.ts'
import { json, readList, readSection, type TemplateScript } from './template-script.ts'

const EXAMPLE = {
  goal: /resume a run after a crash/i,
  steps: [
    'Look up what a LangGraph checkpoint contains',
    'Look up how a run resumes from a checkpoint',
  ],
  addedStep: 'Look up what happens to side effects when a node runs again',
}

export const planExecuteScript: TemplateScript = [
  {
    system: /^You plan\. Split the goal into two steps\b/,
    answer({ question }) {
      const goal = readSection(question, 'Goal')
      if (EXAMPLE.goal.test(goal)) return json({ steps: EXAMPLE.steps })
      const parts = splitClauses(goal).map((part) => part.replace(/[.?!]+$/, ''))
      return json({ steps: parts.length > 0 ? parts.slice(0, 4) : ['Look up the goal'] })
    },
  },
  {
    system: /^You reflect on a plan\b/,
    answer({ question }) {
      const plan = readList(readSection(question, 'Plan'))
      const results = readList(readSection(question, 'Results'))
      const openSteps = plan.length - results.length
      if (openSteps > 0) {
        const reflection = `${results.length} of ${plan.length} steps have a result; the next one is open.`
        return json({ reflection, steps: [], verdict: 'continue' })
      }
      const isMissingStep =
        EXAMPLE.goal.test(readSection(question, 'Goal')) && !plan.includes(EXAMPLE.addedStep)
      return isMissingStep
        ? json({
            reflection: 'The results explain checkpoints, but not what runs twice after a crash.',
            steps: [EXAMPLE.addedStep],
            verdict: 'continue',
          })
        : json({ reflection: 'Every step has a result.', steps: [], verdict: 'finish' })
    },
  },
  {
    system: /^Write the answer to the goal from the results alone\b/,
    answer: ({ question }) =>
      textAnswer(
        readList(readSection(question, 'Results')).join('\n\n') || 'There are no results.',
      ),
  },
]
