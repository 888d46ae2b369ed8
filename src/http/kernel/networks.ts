import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

/** Tells whether an address is in one of these networks (`10.0.0.7`, `172.16.0.0/12`). The address is in its normal form. */
export function within(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const one of networks) {
    const [address = '', bits] = one.split('/');
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => networks.length > 0 && isIP(address) > 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** So many 16-bit groups of an IPv6 address are its /64. */
const GROUPS = 4;
const networks = new LRUCache<string, string>({ max: 10_000 });

/**
 * What a network address counts as where tries are bounded: an IPv4 address as itself, an IPv6 address as its /64, since one
 * customer has all of that as a rule. An IPv4 address behind a translator (64:ff9b::/96) counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  const known = networks.get(address);
  if (known !== undefined) return known;
  const network = ipaddr.isValid(address) ? countedAs(ipaddr.process(address)) : address;
  networks.set(address, network);
  return network;
}

function countedAs(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  if (address.range() === 'rfc6052') return new ipaddr.IPv4(address.toByteArray().slice(-4)).toString();
  const groups = address.parts.slice(0, GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}
