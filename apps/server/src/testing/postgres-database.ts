import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

/** Creates a database on this server, from the template database `like`. */
export async function createOnServer(serverUrl: string, like = 'template1') {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(serverUrl, `create database ${name} template ${like}`)
  const url = new URL(serverUrl)
  url.pathname = name
  return { name, url: url.href }
}

export const dropFromServer = (serverUrl: string, name: string) =>
  runOnServer(serverUrl, `drop database ${name} with (force)`)

async function runOnServer(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
