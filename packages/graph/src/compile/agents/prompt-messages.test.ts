import { expect, test } from 'vitest'
import { model, only } from '../../testing/agent.ts'
import { runOnce } from '../../testing/run.ts'
import { promptDocument } from '../../variant/variant-document.ts'
import { testRuntime } from '../../testing/runtime.ts'

test('a prompt that renders empty fails without a model call', async () => {
  const { runtime, calls } = testRuntime({ replies: ['x'] })
  const silent = only({
    kind: 'model',
    model,
    prompt: { messages: [{ role: 'user', text: '{{#messages}}x{{/messages}}' }] },
    output: { text: 'text' },
  })

  await expect(runOnce(silent, runtime, { messages: [] })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect(calls).toEqual([])
})

test('pictures are sent with the configured detail', async () => {
  const { runtime, calls } = testRuntime({ replies: ['a crab'] })
  const images = ['https://pictures.example/crab.png']
  const looking = promptDocument({
    model,
    messages: [{ role: 'user', text: 'What?', images, detail: 'low' }],
  })

  await runOnce(looking, runtime, {})

  expect(calls.at(-1)?.messages.at(-1)?.content).toEqual([
    { type: 'text', text: 'What?' },
    { type: 'image_url', image_url: { url: images[0], detail: 'low' } },
  ])
})

test('a picture is sent with the text, and one without an address is left out', async () => {
  const { runtime, calls } = testRuntime({ replies: ['a crab', 'nothing'] })
  const looking = promptDocument({
    model,
    messages: [
      { role: 'system', text: 'Be brief.' },
      {
        role: 'user',
        text: '{{#asked}}What is on it?{{/asked}}',
        images: ['{{photo}}', ' https://pictures.example/{{asked}}.png '],
      },
    ],
  })
  const said = () => calls.at(-1)?.messages.at(-1)?.content
  const picture = (url: string) => ({ type: 'image_url', image_url: { url } })

  await runOnce(looking, runtime, { asked: 'crab', photo: 'data:image/png;base64,AA==' })
  expect(said()).toEqual([
    { type: 'text', text: 'What is on it?' },
    picture('data:image/png;base64,AA=='),
    picture('https://pictures.example/crab.png'),
  ])

  await runOnce(looking, runtime, { asked: '', photo: '' })
  expect(said()).toEqual([picture('https://pictures.example/.png')])
})
