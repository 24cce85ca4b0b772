// An invented act: parts, sections with §, subsections, numbered clauses.
export default `# Public Libraries Act

An invented act, in the form that acts have.

## Part 1: Purpose and definitions

### § 1 Purpose

(1) Everyone may read. This Act ensures that a public library can be reached from every place within an hour.

(2) A library serves without regard to income, origin or opinion. It lends, it advises, and it keeps what would otherwise be lost.

### § 2 Definitions

In this Act

1. “library” means a collection open to the public, including its online services;
2. “reader” means a person who holds a card under § 5;
3. “work” means a book, a sheet of music, a film or a data set, cf. Art. 2 para. 3 of the Media Ordinance;
4. “loan” means handing over a work for a limited time, free of charge.

## Part 2: Use

### § 5 Cards

(1) A card is issued to anyone who asks for it and shows where they live. No fee is charged up to the age of 18.

(2) The library may refuse a card only if

a) works of a value of more than 200 euros were not returned despite two reminders, or
b) a court has forbidden the person to enter the building.

(3) Sentence 1 of subsection (2) does not apply to children; see § 7 subs. 1 no. 2.

### § 6 Loans

(1) The loan period is four weeks. It is extended twice by the same time unless another reader is waiting for the work.

(2) Works marked “R” stay in the reading room. Exceptions are made under § 9, e.g. for exhibitions.

(3) Whoever keeps a work longer than that pays 0.50 euros per week and work, but not more than 5 euros in all. The fee is waived in cases of hardship, i.e. if it would keep the reader from coming back.

### § 7 Children and schools

(1) The library

1. keeps a section for children up to 12 years,
2. accepts a signature of a parent in place of the proof under § 5 subs. 1, and
3. invites each class of its town once a year.

(2) Schools borrow for a whole term.

## Part 3: Final provisions

### § 12 Entry into force

This Act enters into force on 1 January 2027. The Reading Rooms Act of 3 May 1961 (Gazette p. 214) is repealed on the same day.
`;
