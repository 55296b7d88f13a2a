import { answerFrom } from '../compose/answer-from-notes.ts'
import { letter } from '../compose/letter.ts'
import { questionsAbout } from '../compose/questions.ts'
import { report } from '../compose/report.ts'
import { reviewOf } from '../compose/review.ts'
import { handoffOf, openTask, supervises } from '../coordinate/handoff.ts'
import { plannedSteps } from '../coordinate/plan.ts'
import { reflectionOf, reflects } from '../coordinate/reflect.ts'
import { mainPoints } from '../compose/summarise.ts'
import { compose } from '../compose/compose.ts'
import { urls } from '../entities/contacts.ts'
import type { Draft } from '../style/draft.ts'
import { render } from '../style/render.ts'
import type { Material } from '../structured/material.ts'
import { createRoom } from '../structured/room.ts'
import { sentences, shorten, withoutStop } from '../text/sentences.ts'
import { asTitle } from '../text/topic.ts'
import { readResult } from '../tools/results.ts'
import type { Brief } from './brief.ts'

/** What a structured answer is made from: the text in question, tool results included. */
export function materialOf(brief: Brief): Material {
  const { conversation } = brief
  const write = (draft: Draft) =>
    render(
      { blocks: draft.blocks, ...(draft.close === undefined ? {} : { close: draft.close }) },
      brief.style,
    )
  const results = conversation.exchanges.flatMap(({ result }) => {
    const read = readResult(result)
    return read.kind === 'passages' ? read.passages.map(({ text }) => text) : [result]
  })
  const text = [brief.source, ...results].join('\n')
  return {
    text,
    instructions: brief.instructions,
    topic: brief.topic,
    position: 0,
    room: createRoom(),
    writer: {
      summary: () =>
        write({
          blocks: [{ kind: 'text', sentences: mainPoints(brief, brief.style.maxSentences ?? 1) }],
        }),
      reply: () => write(letter(brief)),
      answer: () =>
        write(
          brief.notes.length > 0 && results.length === 0
            ? answerFrom(brief, brief.notes, brief.request)
            : compose(brief),
        ),
      draft: () => write(report(brief)),
      title: () => shorten(asTitle(withoutStop(mainPoints(brief, 1)[0] ?? brief.topic)), 80),
      questions: (count) => questionsAbout(brief, count),
      points: () => mainPoints(brief, 5),
      sources: () => sourcesOf(brief),
      steps: () => stepsOf(brief),
      review: () => reviewOf(brief),
      handoff: (labels) => handoffOf(brief, labels)?.label,
      reflection: () => (reflects(brief) ? reflectionOf(brief) : undefined),
    },
  }
}

function sourcesOf({ conversation, source }: Brief): string[] {
  const named = conversation.exchanges.flatMap(({ result }) => {
    const read = readResult(result)
    if (read.kind !== 'passages') return []
    return read.passages.flatMap((passage) => passage.source ?? [])
  })
  return [...new Set([...named, ...urls(source)])]
}

/** What to do, as the text lists it, or else one step for each question there is. */
function stepsOf(brief: Brief): readonly string[] {
  if (supervises(brief)) return [openTask(brief) ?? '']
  if (reflects(brief)) return reflectionOf(brief).steps
  const listed = brief.source.split('\n').filter((line) => /^\s*(?:[-*•]|\d+[.)])\s+/.test(line))
  if (listed.length > 1) return listed.flatMap(sentences)
  return (
    plannedSteps(brief) ?? [
      `Find out: ${questionsAbout(brief, 1)[0] ?? brief.topic}`,
      `Write down what is known about ${brief.topic}`,
      'Check it and sum it up',
    ]
  )
}
