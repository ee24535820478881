import { afterAll, afterEach, beforeEach } from 'vitest'
import { closePeopleOfTest, countPeople, leaveBrowser } from './browser.ts'

beforeEach(countPeople)
afterEach(closePeopleOfTest)
afterAll(leaveBrowser)
