import { expect, test } from 'vitest'
import { isCanonicalJson } from './canonical-json.ts'

test.each([
  '{}',
  '[]',
  String.raw`{"a":[1,-2,null,true,false],"b":{"c":"1.5 \"e9\" \\ \n x"}}`,
  '{"é":"日本 🙂","n":123456789012345}',
])('%s equals the output of JSON.stringify', (text) => {
  expect(JSON.stringify(JSON.parse(text))).toBe(text)
  expect(isCanonicalJson(text)).toBe(true)
})

test.each([
  '{ "a":1}',
  '{"a":1}\n',
  '[1.50]',
  '[1e400]',
  '[1E4]',
  `[${'1'.repeat(400)}]`,
  String.raw`{"a":"\u00e9"}`,
  String.raw`{"a":"\/"}`,
])('%s differs from the output of JSON.stringify', (text) => {
  expect(JSON.stringify(JSON.parse(text))).not.toBe(text)
  expect(isCanonicalJson(text)).toBe(false)
})
