/** `?scenario=https://…/x.json`: a scenario on another server, which its author may change. */
import { EMPTY_VIEW, isHostile, isObject } from '@ackscope/model';
import type { DecodedLink, Json, JsonObject, LabStore } from '@ackscope/model';
import { addNotice, COMES_FROM, dropNotice, LOADING } from './notices.ts';
import { fetchText, notOpened, reasonOf } from '../base/remoteText.ts';

/** Fetches the scenario and shows it, or says why not. Until then the current one stays. */
export async function openRemoteScenario(store: LabStore, address: string, autoplay: boolean): Promise<void> {
  const loading = `${LOADING}${address.slice(0, 200)} …`;
  addNotice(store, loading);
  try {
    store.getState().actions.openLink(await remoteLink(address), autoplay);
  } catch (error) {
    addNotice(store, reasonOf(error));
  }
  dropNotice(store, loading);
}

/** The scenario at an address. Rejects with the reason, in a sentence. */
export async function remoteLink(address: string): Promise<DecodedLink> {
  const { text, from } = await fetchText(address, 'scenario');
  return {
    scenario: scenarioOf(text, new URL(address, location.href)),
    preset: null,
    view: EMPTY_VIEW,
    problems: [`${COMES_FROM}${from.origin + from.pathname}. Its author is responsible for it.`],
    origin: from.href,
  };
}

function scenarioOf(text: string, url: URL): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    if (!isObject(value) || isHostile(value)) throw new Error('it is not a scenario');
    return value;
  } catch (error) {
    throw notOpened(url, 'scenario', error);
  }
}
