import { type Answer, textAnswer } from '../../answers/answer.ts'
import type { Conversation } from '../../answers/conversation.ts'
import { passageAnswer, readPassages, splitPassages } from '../../answers/passages.ts'
import { json, readList, readSection, type TemplateScript } from './template-script.ts'
import { splitSentences } from '../../answers/keywords.ts'
import { splitClauses } from '../../answers/tool-calls.ts'
import { findExpressions } from '../../answers/expressions.ts'

const CATEGORIES: readonly (readonly [words: RegExp, category: string])[] = [
  [/\b(?:refund|money back|cracked|broken|damaged|reimburse)\b/i, 'refund'],
  [/\b(?:parcel|package|delivery|delivered|shipping|shipped|tracking|arrived?)\b/i, 'shipping'],
  [/\?/, 'question'],
]
const URGENT = /\b(?:urgent|urgently|immediately|asap|as soon as possible|today)\b/i

/** Answers for the ticket that the template brings as its example. */
const TRIAGE_EXAMPLE = {
  ticket: /order 48213\b[\s\S]*\blamp\b/,
  summary:
    'Order 48213 arrived with a cracked lamp; the customer asks for a refund of 79.90 euros.',
  draft:
    'Hello Anna,\n\nwe are sorry that the lamp of order 48213 arrived cracked. Goods that arrive damaged are refunded in full, so you will get your 79.90 euros back. You do not have to send the lamp back.\n\nThe support team',
  revisedDraft:
    'Hello Anna,\n\nthank you for your message about order 48213. The lamp arrived cracked, so we refund the full price of 79.90 euros within five working days. Please keep or discard the lamp; you do not have to send it back.\n\nThe support team',
}

const openingSentence = (ticket: string): string =>
  splitSentences(ticket)
    .find((sentence) => !/^(?:hi|hello|dear)\b.{0,20}$/i.test(sentence))
    ?.slice(0, 200) ?? 'The ticket is empty.'

function draftReply(ticket: string, policy: string): string {
  if (TRIAGE_EXAMPLE.ticket.test(ticket)) return TRIAGE_EXAMPLE.draft
  const rule =
    policy === ''
      ? 'A colleague will look into it and answer you within one working day.'
      : passageAnswer(splitPassages(policy), ticket, 1)
  return `Hello,\n\nthank you for your message: “${openingSentence(ticket)}” ${rule}\n\nThe support team`
}

const triageScript: TemplateScript = [
  {
    system: /^You sort support tickets\b/,
    answer({ question }) {
      const ticket = readSection(question, 'Ticket')
      const category = CATEGORIES.find(([words]) => words.test(ticket))?.[1] ?? 'other'
      const summary = TRIAGE_EXAMPLE.ticket.test(ticket)
        ? TRIAGE_EXAMPLE.summary
        : openingSentence(ticket)
      return json({ category, urgency: URGENT.test(ticket) ? 'high' : 'normal', summary })
    },
  },
  {
    system: /^You answer customers for a shop\b/,
    answer({ question }) {
      const ticket = readSection(question, 'Ticket')
      const draft = draftReply(ticket, readSection(question, 'Policy notes'))
      const feedback = readSection(question, 'Feedback')
      if (feedback === '') return textAnswer(draft)
      if (TRIAGE_EXAMPLE.ticket.test(ticket)) return textAnswer(TRIAGE_EXAMPLE.revisedDraft)
      const revision = `PS: This draft was revised after the feedback “${feedback}”.`
      return textAnswer(`${draft}\n\n${revision}`)
    },
  },
]

const ANALYST_TASK = /\bwhat time\b|\btime is it\b|\bdate\b/i

const supervisorScript: TemplateScript = [
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

const EXAMPLE_QUESTIONS = [
  'What is the state of a LangGraph graph?',
  'What does a checkpoint contain?',
  'What does a thread keep between runs?',
]

const ADVICE = 'Begin with a title, and end with one sentence that sums the report up.'

const researchScript: TemplateScript = [
  {
    system: /^You plan research\b/,
    answer({ question }) {
      const topic = readSection(question, 'Topic')
      const questions = /LangGraph keeps the state/i.test(topic)
        ? EXAMPLE_QUESTIONS
        : [
            `What is known about ${topic}?`,
            `How does ${topic} work?`,
            `What limits does ${topic} have?`,
          ]
      return json({ questions })
    },
  },
  {
    system: /^You write short reports\b/,
    answer({ question }) {
      const topic = readSection(question, 'Topic')
      const notes = readList(readSection(question, 'Notes'))
      const body = [...new Set(notes)].join('\n\n')
      if (readSection(question, 'Review advice') === '') return textAnswer(body)
      const summary = `In short, the notes give ${notes.length} answers about “${topic}”.`
      return textAnswer(`# ${topic}\n\n${body}\n\n${summary}`)
    },
  },
  {
    system: /^You review reports\b/,
    answer({ question }) {
      const isRevised = readSection(question, 'Advice given before') !== ''
      return json(
        isRevised
          ? { verdict: 'good', advice: 'The advice was followed.' }
          : { verdict: 'revise', advice: ADVICE },
      )
    },
  },
]

const QUESTION =
  /^what (?:is|are) (?:an? )?(superstep|checkpoint|reducer|thread)s?(?: in LangGraph)?\s*\??$/i

const ANSWERS: Readonly<Record<string, string>> = {
  superstep:
    'A superstep is one round of a LangGraph run: all nodes that are due run side by side, and their writes are applied together when the last of them has finished. The next superstep then reads the new state. LangGraph saves a checkpoint after each one, so a run can resume from there.',
  checkpoint:
    'A checkpoint is the saved state of a LangGraph run after a superstep: the channel values, and the nodes that run next. A run that was interrupted or that crashed resumes from its last checkpoint.',
  reducer:
    'A reducer combines the old value of a channel with a new write, for example by appending to a list. Without a reducer, the last write replaces the value.',
  thread:
    'A thread is a conversation with an agent. Runs on the same thread share one state, which is saved in checkpoints between them.',
}

/**
 * Answers four questions under any system prompt, because people edit the prompt of this template first. Two edits
 * change the answer, so that a comparison of prompts shows a difference: "one sentence" and "pirate".
 */
const promptScript: TemplateScript = [
  {
    system: /^/,
    answer({ question, system, tools, format }) {
      const [, topic] = QUESTION.exec(question.trim()) ?? []
      const answer = topic === undefined ? undefined : ANSWERS[topic.toLowerCase()]
      if (answer === undefined || tools.length > 0 || format) return undefined
      const length = /\bone sentence\b/i.test(system) ? 1 : undefined
      const text = splitSentences(answer).slice(0, length).join(' ')
      return textAnswer(/\bpirate\b/i.test(system) ? `Arr, matey! ${text}` : text)
    },
  },
]

const EXAMPLE = {
  goal: /resume a run after a crash/i,
  steps: [
    'Look up what a LangGraph checkpoint contains',
    'Look up how a run resumes from a checkpoint',
  ],
  addedStep: 'Look up what happens to side effects when a node runs again',
}

const planExecuteScript: TemplateScript = [
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

/** Summaries are excerpts: the first sentences, which introduce a passage. */
const mapReduceScript: TemplateScript = [
  {
    system: /^Summarise the passage in two sentences\b/,
    answer: ({ question }) =>
      textAnswer(splitSentences(readSection(question, 'Passage')).slice(0, 2).join(' ')),
  },
  {
    system: /^Summarise the notes in at most six sentences\b/,
    answer({ question }) {
      const notes = readList(readSection(question, 'Notes'))
      const sentences = notes.flatMap((note) => splitSentences(note).slice(0, 2))
      return textAnswer(sentences.slice(0, 6).join(' ') || 'There are no notes.')
    },
  },
]

/** The data of the invoice that the template brings as its example. */
const INVOICE = {
  number: '2026-117',
  date: '2026-03-03',
  company: 'Nordlicht Ltd',
  email: 'billing@nordlicht.example',
  currency: 'EUR',
  total: 399.8,
  items: [
    { name: 'desk lamp', quantity: 2, price: 79.9 },
    { name: 'chair', quantity: 1, price: 240 },
  ],
}

const extractScript: TemplateScript = [
  {
    system: /^Extract the data of the invoice\b/,
    answer: ({ question }) =>
      question.includes(`Invoice ${INVOICE.number}`) ? json(INVOICE) : undefined,
  },
]

const citedAnswersScript: TemplateScript = [
  {
    system: /^Answer the question from the passages alone\b/,
    answer: ({ system, question }) =>
      textAnswer(passageAnswer(readPassages(system).passages, question)),
  },
]

/** The assistant template needs no script: its requests ask plainly for tools. */
const SCRIPTS = [
  researchScript,
  triageScript,
  extractScript,
  supervisorScript,
  planExecuteScript,
  mapReduceScript,
  citedAnswersScript,
  promptScript,
].flat()

/** Returns the scripted answer for a node of a bundled template. */
export function answerTemplate(conversation: Conversation): Answer | undefined {
  for (const { system, answer } of SCRIPTS) {
    if (!system.test(conversation.system)) continue
    const scripted = answer(conversation)
    if (scripted) return scripted
  }
  return undefined
}
