import { Router } from 'express'
import * as z from 'zod'
import { type Answer, parseBody, notSupported } from '../../call.ts'
import { Uuid } from '../query-values.ts'
import { runContext } from '../runs/run-routes.ts'
import { groupThreads } from './group-threads.ts'

const time = z.union([z.string(), z.number()]).nullish()

const Group = z.object({
  session_id: Uuid,
  group_by: z.string(),
  filter: z.string().nullish(),
  start_time: time,
  end_time: time,
  limit: z.int().min(1).max(1_000).nullish(),
  offset: z.int().min(0).nullish(),
})

export function threadRoutes(answer: Answer): Router {
  return Router().post(
    '/runs/group',
    answer(async (call) => {
      const body = parseBody(call, Group)
      if (body.group_by !== 'conversation')
        throw notSupported(`Grouping by ${body.group_by}`, 'Group runs by "conversation".')
      const { total, threads } = await groupThreads(runContext(call), {
        session: body.session_id,
        filter: body.filter || undefined,
        startTime: body.start_time ?? undefined,
        endTime: body.end_time ?? undefined,
        offset: body.offset ?? 0,
        limit: body.limit ?? 100,
      })
      return {
        total,
        groups: threads.map((thread) => ({
          ...thread,
          group_key: thread.thread_id,
          filter: `eq(thread_id, ${JSON.stringify(thread.thread_id)})`,
        })),
      }
    }),
  )
}
