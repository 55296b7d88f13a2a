import { textAnswer } from '../../answers/answer.ts'
import { findExpressions } from '../../answers/expressions.ts'
import { splitClauses } from '../../answers/tool-calls.ts'
import { json, readList, readSection, type TemplateScript } from './template-script.ts'

const ANALYST_TASK = /\bwhat time\b|\btime is it\b|\bdate\b/i

export const supervisorScript: TemplateScript = [
  {
    system: /^You supervise two specialists\b/,
    answer({ question }) {
      const findings = readList(readSection(question, 'Findings so far'))
      const task = splitClauses(readSection(question, 'Request'))[findings.length]
      if (task === undefined) return json({ next: 'finish', task: '' })
      const isAnalysis = findExpressions(task).length > 0 || ANALYST_TASK.test(task)
      return json({
        next: isAnalysis ? 'analyst' : 'researcher',
        task: `${task.slice(0, 1).toUpperCase()}${task.slice(1).replace(/[.?!]+$/, '')}?`,
      })
    },
  },
  {
    system: /^Write the answer to the request from the findings alone\b/,
    answer: ({ question }) =>
      textAnswer(
        readList(readSection(question, 'Findings')).join('\n\n') || 'There are no findings.',
      ),
  },
]
