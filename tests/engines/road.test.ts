import { expect, test } from 'vitest'
import { sentence } from '../fixtures/sentence.ts'
import { aNewcomer, PASSWORD } from '../journeys/acts.ts'
import { at, mailTo } from '../journeys/browser.ts'
import { ENGINES } from './engines.ts'
import { arrives, button, field, fill, heading, link, press, sees, until } from './actions.ts'
import type { Tab } from './tab.ts'
import { COMPLAINTS } from './watch.ts'

test.for(ENGINES)('in $name someone signs up, searches, likes, writes, buys, changes a setting and leaves', async (engine) => {
  const tab = await engine.start()
  try {
    const member = aNewcomer('Ida')
    await signUp(tab, member)

    await press(tab, { css: 'nav a[href="/members"]' })
    // The page before it shows cards of members too.
    await sees(tab, heading(sentence('members.heading')))
    await press(tab, { css: 'main article a[href^="/members/"]' })
    await arrives(tab, /^\/members\/[\w-]{22}$/)
    await press(tab, { ...button('Like'), exact: true })
    await sees(tab, button('Unlike'))
    await until(tab, `fetch('/api/likes.php').then((answer) => answer.json()).then(({ profiles }) => profiles.length === 1)`)

    await press(tab, { ...link('Message'), exact: true })
    await arrives(tab, /\/chat$/)
    await fill(tab, { css: '[data-compose] textarea' }, 'Good evening')
    // Not by Enter: without a mouse, as in headless Firefox, it begins a new line.
    await press(tab, { ...button('Send'), exact: true })
    await until(tab, `document.querySelector('[role=log]')?.textContent.includes('Good evening')`)

    await tab.open(at(member.tenant, '/credits/50'))
    await press(tab, button(sentence('checkout.submit').split(' ')[0]!))
    await arrives(tab, /^\/pay\//)
    await press(tab, { css: 'button.pay' })
    await arrives(tab, /^\/transactions\//)
    await sees(tab, heading(sentence('payment.completed_heading')))

    await tab.open(at(member.tenant, '/settings'))
    const visits = `fetch('/api/profile.php').then((answer) => answer.json()).then(({ profile }) => profile.shows_visits)`
    const before = await tab.run<boolean>(visits)
    await press(tab, { css: 'input[type=checkbox]', name: sentence('settings.visits') })
    await until(tab, `${visits}.then((shown) => shown === ${!before})`)

    await press(tab, { css: 'nav summary' })
    await press(tab, button('Logout'))
    await arrives(tab, /^\/$/)
    await sees(tab, link('Login'))
    expect(await tab.run(COMPLAINTS)).toEqual([])
  } finally {
    await tab.close()
  }
})

/** From the first step of signing up to a member with a profile, like the journeys' own. */
async function signUp(tab: Tab, { name, email, tenant, gender, year }: ReturnType<typeof aNewcomer>): Promise<void> {
  const goOn = () => press(tab, button('Continue'))
  await tab.open(at(tenant, '/signup?lang=en&__country=GB'))
  await press(tab, field(gender))
  await goOn()
  await fill(tab, field('Day'), '17')
  await fill(tab, field('Month'), '5')
  await fill(tab, field('Year'), year)
  await goOn()
  await fill(tab, field('Name'), name)
  await goOn()
  await fill(tab, field(sentence('form.email')), email)
  await fill(tab, field('Password'), PASSWORD)
  await goOn()
  for (const box of await tab.run<string[]>(`[...document.querySelectorAll('input[name^="consent_"]')].map(({ name }) => name)`))
    await press(tab, { css: `input[name="${box}"]` })
  await press(tab, button('Create my account'))
  await until(tab, `document.body.innerText.includes(${JSON.stringify(sentence('form.check_mail'))})`)
  const { links } = await mailTo(email)
  await tab.open(links[0]!)
  await arrives(tab, /^\/activate\/done$/)
  await press(tab, { css: 'main a', name: 'Complete my profile' })
  await press(tab, button('Save and continue'))
  await arrives(tab, /^\/signup-matches$/)
}
